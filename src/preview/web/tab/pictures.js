// Keeps the pictures that the reader has added, as the requests that add them: the program has them in memory
// alone.

const STORE = 'pictures';

/** @returns {Promise<IDBObjectStore>} */
function opened(mode) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('cvpress', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result.transaction(STORE, mode).objectStore(STORE));
    opening.onerror = () => reject(opening.error);
  });
}

export async function keepPicture(name, body) {
  (await opened('readwrite')).put(body, name);
}

/** @returns {Promise<string[]>} */
export async function keptPictures() {
  const asked = (await opened('readonly')).getAll();
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

// A picture in a file of the reader's, which the program keeps beside the profile.

import { send } from '../view/server.js';
import { t } from '../view/words.js';

/** Adds a picture, and returns the name that the profile has for it; `null`, after it was said why, if there is none. */
export async function addImage(editor, file) {
  const { ok, answer } = await send('POST', '/image', { name: file.name, content: await base64(file) });
  if (ok) return answer.name;
  editor.say(t('Not added: {why}', { why: answer?.error ?? t('there is no connection') }), true);
  return null;
}

/** Returns the bytes of a file in Base64. @param {Blob} file */
export async function base64(file) {
  const reader = new FileReader();
  await new Promise((resolve, reject) => {
    reader.onload = resolve;
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return String(reader.result).split(',', 2)[1] ?? '';
}

export async function start() { return null; }

// Makes the smallest changes that turn one text into another, so that the cursor and the undo history
// keep their meaning.

import { diff } from '@codemirror/merge';
import { ChangeSet } from '@codemirror/state';

/**
 * @param {import('@codemirror/state').Text} before
 * @param {import('@codemirror/state').Text} after
 */
export function changesBetween(before, after) {
  const text = after.toString();
  const changes = diff(before.toString(), text, { scanLimit: 2000 }).map(({ fromA, toA, fromB, toB }) =>
    ({ from: fromA, to: toA, insert: after.slice(fromB, toB) }));
  return ChangeSet.of(changes, before.length);
}

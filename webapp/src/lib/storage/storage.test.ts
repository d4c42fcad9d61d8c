import { afterEach, describe, expect, it, vi } from 'vitest';
import { readDraft, removeDraft, removeDraftsExceptOf, writeDraft } from './drafts';
import { keysWithPrefix, readItem, removeItem, writeItem } from './storage';

afterEach(() => {
  vi.restoreAllMocks();
  keysWithPrefix('').forEach(removeItem);
});

const troubles: [string, () => void][] = [
  ['allowed', () => undefined],
  [
    'full',
    () =>
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError');
      }),
  ],
  [
    'forbidden',
    () =>
      vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
        throw new DOMException('forbidden', 'SecurityError');
      }),
  ],
];

describe.each(troubles)('storage that is %s', (_state, begin) => {
  it('keeps, lists and forgets', () => {
    begin();
    writeItem('saguaro.a', '1');
    writeItem('saguaro.a', '2');
    expect(readItem('saguaro.a')).toBe('2');
    expect(keysWithPrefix('saguaro.')).toEqual(['saguaro.a']);
    removeItem('saguaro.a');
    expect(readItem('saguaro.a')).toBeNull();
    expect(keysWithPrefix('saguaro.')).toEqual([]);
  });

  it('keeps the drafts of one person apart from those of another', () => {
    begin();
    writeDraft('one', 'form', { name: 'Rosa' });
    writeDraft('one.two', 'form', { name: 'Ben' });
    expect(readDraft('one', 'form')).toEqual({ name: 'Rosa' });
    removeDraftsExceptOf('one');
    expect(readDraft('one', 'form')).toEqual({ name: 'Rosa' });
    expect(readDraft('one.two', 'form')).toBeNull();
    removeDraft('one', 'form');
    expect(readDraft('one', 'form')).toBeNull();
  });
});

it('forgets everybody when nobody is named', () => {
  writeDraft('one', 'form', 1);
  writeItem('saguaro.language', 'es');
  removeDraftsExceptOf(null);
  expect(keysWithPrefix('saguaro.')).toEqual(['saguaro.language']);
});

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

describe('a draft', () => {
  const day = 24 * 60 * 60_000;

  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['is there within 24 hours', day - 1, 1],
    ['is gone after 24 hours', day, null],
    ['of a clock that was put back is gone', -1, null],
  ])('%s', (_, passed, expected) => {
    vi.useFakeTimers();
    writeDraft('one', 'form', 1);
    vi.setSystemTime(Date.now() + passed);
    expect(readDraft('one', 'form')).toBe(expected);
    expect(keysWithPrefix('saguaro.')).toHaveLength(expected === null ? 0 : 1);
  });

  it('that nobody reads anymore is removed with those of others', () => {
    vi.useFakeTimers();
    writeDraft('one', 'form', 1);
    vi.setSystemTime(Date.now() + day);
    writeDraft('one', 'other', 2);
    removeDraftsExceptOf('one');
    expect(keysWithPrefix('saguaro.')).toEqual(['saguaro.draft.one/other']);
  });
});

it('forgets everybody when nobody is named', () => {
  writeDraft('one', 'form', 1);
  writeItem('saguaro.language', 'es');
  removeDraftsExceptOf(null);
  expect(keysWithPrefix('saguaro.')).toEqual(['saguaro.language']);
});

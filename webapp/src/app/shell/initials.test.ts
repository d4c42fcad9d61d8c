import { expect, it } from 'vitest';
import { initialsOf } from './initials';

it.each([
  ['Rosa Delgado', 'RD'],
  ['  ada   maria begay ', 'AB'],
  ['Cher', 'C'],
  ['', ''],
  ['𝒜da Begay', '𝒜B'],
  ['محمد علي', 'مع'],
])('%j has the initials %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

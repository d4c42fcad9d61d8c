import { expect, it } from 'vitest';
import { getInitials } from './initials';

it.each([
  ['Rosa Delgado', '', 'RD'],
  ['  ada   maria begay ', '', 'AB'],
  ['Cher', '', 'C'],
  ['', '', ''],
  ['𝒜da Begay', '', '𝒜B'],
  ['محمد علي', '', 'مع'],
  ['Mary Ann Smith', '', 'MS'],
  ['Rosa María Delgado Ruiz', 'Delgado Ruiz', 'RD'],
  ['Jean-Luc Picard', '', 'JP'],
  ['Ann Smith-Jones', 'Smith-Jones', 'AS'],
  ['John Smith Jr.', '', 'JS'],
  ['John Smith, Sr', '', 'JS'],
  ['Ben Whitehorse III', 'Whitehorse III', 'BW'],
  ['Ada Begay iv', '', 'AB'],
  ['María-José Wolfeschlegelsteinhausenbergerdorff III', '', 'MW'],
  ['Ben Whitehorse Jr., III', 'Whitehorse Jr., III', 'BW'],
  ['Ludwig van Beethoven', '', 'LB'],
  ['Rosa De la Cruz', 'De la Cruz', 'RD'],
  ['Siobhán O’Brien', 'O’Brien', 'SO'],
  ['Ana ʻIolani', '', 'AI'],
  ['‘Rosa’ (Delgado)', '', 'RD'],
  ['n\u0303a Begay', '', 'Ñ'.normalize('NFD') + 'B'],
  ['रोज़ा शर्मा', '', 'रोश'],
  ['李小龍', '', '李'],
  ['김 민수', '', '김민'],
  ['Rosa Delgado', 'Ochoa', 'RD'],
  ['Cher', 'Cher', 'C'],
  ['Jr', '', 'J'],
])('%j of the family %j has the initials %j', (name, familyName, initials) => {
  expect(getInitials(name, familyName)).toBe(initials);
});

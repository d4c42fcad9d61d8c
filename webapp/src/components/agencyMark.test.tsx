import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AgencyMark } from './AgencyMark';

const renderMark = (name: string, logo: string | null = null) =>
  render(<AgencyMark agency={{ id: 'a', name, kind: 'state', logo }} />).container;

it.each([
  ['Arizona Corporation Commission', 'ACC'],
  ['Arizona county treasurers', 'ACT'],
  ['ADOT Motor Vehicle Division', 'ADOT'],
  ['Library', 'L'],
])('shows letters for %s without a picture', (name, letters) => {
  expect(renderMark(name)).toHaveTextContent(letters);
});

it('shows the picture of the agency', () => {
  const picture = 'data:image/svg+xml;base64,PHN2Zy8+';
  const shown = renderMark('Library', picture);
  expect(shown.querySelector('img')).toHaveAttribute('src', picture);
  expect(shown).toHaveTextContent('');
});

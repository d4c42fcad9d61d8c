import { render, within } from '@testing-library/react';
import axe from 'axe-core';
import { beforeEach, expect, it } from 'vitest';
import { prepareTexts } from '@/app/texts';
import { examples, Showcase } from './Showcase';

beforeEach(prepareTexts);

it.each(Object.keys(examples))('%s is shown without violations', async (name) => {
  const { getByRole } = render(<Showcase />);
  const section = getByRole('region', { name });
  expect(within(section).getByRole('heading', { level: 2, name }).nextElementSibling).not.toBeNull();
  // Colors are looked at in a browser: jsdom lays nothing out.
  const { violations } = await axe.run(section, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

type Data = Readonly<Record<string, unknown>>;
type Items = readonly (Data & { id?: string })[];

/** Copies the named fields of each item. */
const pick = (items: unknown, names: readonly string[]): Items =>
  (items as Items).map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name))),
  );

/** Selects the parts of each file of shared/data that pages show. */
const shipped: Readonly<Partial<Record<string, (data: Data) => Data>>> = {
  'name_rules.json': ({ reservationTerms }) => ({ reservationTerms }),
  // Only the newest fee of a line has the current source page.
  'startup_costs.json': ({ lines }) => ({
    lines: (lines as Items)
      .filter(({ isGovernmentFee }) => isGovernmentFee)
      .map(({ fees, ...line }) => ({ ...line, fees: pick((fees as Items).slice(-1), ['sourceUrl']) }))
      .flatMap((line) => pick([line], ['code', 'label', 'agency', 'isGovernmentFee', 'fees'])),
  }),
  // The last version is the current one.
  'terms.json': ({ versions }) => ({ versions: (versions as Items).slice(-1) }),
};

/** The guide modules: the titles, a loader for each guide, and each guide. */
const guideModules = /^virtual:guide(-titles|s|s\/[\w-]+)$/;

const readData = (name: string): Data =>
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../shared/data', name), 'utf8')) as Data;

/** Writes a guide module. A guide includes its offices and leaves out the words for the search. */
function writeGuideModule(id: string): string {
  const guides = readData('guides.json').guides as Items;
  if (id === 'virtual:guide-titles')
    return `export default ${JSON.stringify(pick(guides, ['id', 'title']))};`;
  if (id === 'virtual:guides') {
    const loaders = guides.map((guide) => `'${guide.id}': () => import('virtual:guides/${guide.id}')`);
    return `export default { ${loaders.join(', ')} };`;
  }
  const guide = guides.find((each) => id === `virtual:guides/${each.id}`);
  if (!guide) throw new Error(`There is no guide ${id}.`);
  const offices = pick(readData('elsewhere.json').items, ['id', 'office', 'url', 'phone', 'checkedOn']);
  const [shown] = pick([guide], ['id', 'title', 'summary', 'isChecklist']);
  const steps = (guide.steps as Items).map(({ elsewhere, ...step }) => ({
    ...step,
    ...(elsewhere !== undefined && { elsewhere: offices.find((office) => office.id === elsewhere) }),
  }));
  return `export default ${JSON.stringify({ ...shown, steps })};`;
}

/** Ships the parts of the data files that pages show. */
export function shippedData(): Plugin {
  return {
    name: 'shipped-data',
    enforce: 'pre',
    resolveId: { filter: { id: guideModules }, handler: (id) => id },
    load: { filter: { id: guideModules }, handler: writeGuideModule },
    transform: {
      filter: { id: /\/shared\/data\/\w+\.json$/ },
      handler(code, id) {
        const select = shipped[path.basename(id)];
        return select ? { code: JSON.stringify(select(JSON.parse(code) as Data)), map: null } : null;
      },
    },
  };
}

import { readdirSync } from 'node:fs';
import path from 'node:path';

/** A module in rolldown's graph. */
interface ModuleInfo {
  isEntry: boolean;
  importers: readonly string[];
  dynamicImporters: readonly string[];
}

interface Graph {
  getModuleInfo(id: string): ModuleInfo | null;
}

/** Returns the name of a module's chunk; null leaves the module to rolldown. */
type ChunkNames = (id: string, graph: Graph) => string | null;

/** A separately loaded part of the app. */
interface Part {
  kind: 'portal' | 'signedIn' | 'publicPage' | 'signedInPage' | 'otherEntry' | 'later';
  /** The feature of a page. */
  feature?: string;
}

const src = path.resolve(import.meta.dirname, 'src');
const firstPage = path.resolve(import.meta.dirname, 'index.html');
const signedInCode = `${src}/app/signedIn.ts`;
const publicPages = `${src}/app/publicPages.ts`;
const signedInPages = [`${src}/app/signedInPages.ts`, `${src}/app/start/guards.tsx`];

const getFolder = (id: string, parent: string) =>
  id.startsWith(`${src}/${parent}/`)
    ? /^\w+(?=\/)/.exec(id.slice(`${src}/${parent}/`.length))?.[0]
    : undefined;

/** Returns the part that starts at a module; null for a module that is only imported statically. */
function getPart(id: string, { isEntry, dynamicImporters }: ModuleInfo): Part | null {
  if (id === firstPage) return { kind: 'portal' };
  if (id === signedInCode) return { kind: 'signedIn' };
  if (isEntry) return { kind: 'otherEntry' };
  const feature = getFolder(id, 'features');
  if (feature && dynamicImporters.includes(publicPages)) return { kind: 'publicPage', feature };
  if (feature && dynamicImporters.some((importer) => signedInPages.includes(importer)))
    return { kind: 'signedInPage', feature };
  return dynamicImporters.length > 0 ? { kind: 'later' } : null;
}

/** Lists the parts of the app that need a module when they load. */
function listParts(id: string, graph: Graph): Part[] {
  const parts: Part[] = [];
  const seen = new Set([id]);
  for (const each of seen) {
    const info = graph.getModuleInfo(each);
    if (!info) continue;
    const part = getPart(each, info);
    if (part) parts.push(part);
    for (const importer of info.importers) seen.add(importer);
  }
  return parts;
}

/** The minimum number of features for a common module to be loaded by every signed-in person. */
const minSignedInFeatures = 3;
/** The minimum number of features, more than half of all, for a common component to be loaded by everyone. */
const minSharedFeatures = 14;

/** Returns true if a page of signed-in people needs a component of the folder. */
function isUsedBySignedInPages(folder: string, graph: Graph): boolean {
  const files = readdirSync(`${src}/components/${folder}`).map(
    (name) => `${src}/components/${folder}/${name}`,
  );
  return files.some((file) => listParts(file, graph).some(({ kind }) => kind === 'signedInPage'));
}

/**
 * Names the chunk of a module by its users: `portal` for the first page, `signedIn` for every signed-in person, `shared`
 * for public pages and others. The pages of a feature share a chunk, and so do the components of a folder. Other modules
 * are in the file of their page, or in their own.
 */
export const getChunkName: ChunkNames = (id, graph) => {
  const info = graph.getModuleInfo(id);
  const parts = listParts(id, graph);
  const has = (kind: Part['kind']) => parts.some((part) => part.kind === kind);
  if (has('portal')) return 'portal';
  if (parts.length < 2 || has('otherEntry') || !info || getPart(id, info)) return null;
  const [importer, ...others] = info.importers;
  if (importer && others.length === 0) return getChunkName(importer, graph);
  const features = new Set(parts.flatMap(({ feature }) => feature ?? []));
  const [feature] = features;
  const isPublic = has('publicPage');
  if (has('signedIn')) return isPublic ? 'shared' : 'signedIn';
  if (!feature) return null;
  if (features.size === 1) return feature;
  const own = getFolder(id, 'features');
  if (own) return own;
  const folder = getFolder(id, 'components');
  if (isPublic && features.size >= minSharedFeatures) return 'shared';
  // Visitors do not load the components of a folder that only signed-in people need.
  if (folder && !isPublic) return `${folder}-own`;
  if (folder && isUsedBySignedInPages(folder, graph)) return `${folder}-public`;
  if (isPublic) return 'shared';
  return features.size >= minSignedInFeatures ? 'signedIn' : null;
};

/**
 * Fails when the landing page, or the assistant when it is opened, downloads more than its limit in size.json (gzip;
 * fonts as they are).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const tools = path.dirname(fileURLToPath(import.meta.url));
const { kilobytes: limits, assistant } = JSON.parse(readFileSync(path.join(tools, 'size.json'), 'utf8'));
const dist = path.join(tools, '../dist');
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));

const files = { JavaScript: new Set(), CSS: new Set(), fonts: new Set() };

function add(key) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the manifest`);
  if (files.JavaScript.has(chunk.file)) return;
  files.JavaScript.add(chunk.file);
  for (const file of chunk.css ?? []) files.CSS.add(file);
  for (const file of chunk.assets ?? []) if (file.endsWith('.woff2')) files.fonts.add(file);
  for (const key of chunk.imports ?? []) add(key);
}

// The manifest has no entry for the document, because the entry's script is a part of a chunk.
const page = readFileSync(path.join(dist, 'index.html'), 'utf8');
for (const [, file] of page.matchAll(/ src="\/(assets\/[^"]+\.js)"/g))
  add(Object.keys(manifest).find((key) => manifest[key].file === file));

add('src/features/landing/LandingPage.tsx');
add('src/features/landing/locales/en.po');
for (const { file } of Object.values(manifest)) if (file.endsWith('.woff2')) files.fonts.add(file);

let isOver = false;

function check(kind, names, limit) {
  const sizes = names.map((file) => {
    const content = readFileSync(path.join(dist, file));
    return file.endsWith('.woff2') ? content.length : gzipSync(content, { level: 9 }).length;
  });
  if (sizes.length === 0) throw new Error(`no ${kind} found`);
  const size = Math.ceil((sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024) * 10) / 10;
  if (size > limit) isOver = true;
  console.log(`${kind}: ${size.toFixed(1)} KB of ${limit} KB`);
}

for (const [kind, limit] of Object.entries(limits)) check(kind, [...files[kind]], limit);

// Only signed-in people have the assistant.
add('src/app/signedIn.ts');
const signedInFiles = new Set([...files.JavaScript, ...files.CSS]);
add('src/features/assistant/Chat.tsx');
check(
  'assistant',
  [...files.JavaScript, ...files.CSS].filter((file) => !signedInFiles.has(file)),
  assistant,
);
process.exitCode = isOver ? 1 : 0;

// The modules that shippedData.ts writes.

declare module 'virtual:guide-titles' {
  const titles: readonly { id: string; title: Readonly<Record<string, string>> & { en: string } }[];
  export default titles;
}

declare module 'virtual:guides' {
  const loaders: Readonly<Record<string, () => Promise<{ default: unknown }>>>;
  export default loaders;
}

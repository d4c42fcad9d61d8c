/** The browser's fetch, in place of the polyfills that the library of the chat line brings along. */
export default (...request: Parameters<typeof fetch>): Promise<Response> => fetch(...request);

import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';
import { publicPages } from '../../prerender/publicPages';

const general = 'What is true of every page.';

beforeEach(() => {
  document.head.innerHTML = `<meta name="description" content="${general}">`;
  server.use(
    http.get(`${origin}/api/lookups/:list`, () => HttpResponse.json({ items: [] })),
    http.get(`${origin}/api/businessapplications/lookups/:list`, () => HttpResponse.json({ items: [] })),
  );
});

describe('a public page', () => {
  it.each(publicPages)(
    '$path has the title and description of its document',
    async ({ description, path, title }) => {
      const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]');
      const canonical = () => document.querySelector('link[rel="canonical"]')?.getAttribute('href');
      const { unmount } = await renderApp(path);
      await screen.findByRole('heading', { level: 1, name: title.replace(' | Saguaro', '') });
      await waitFor(() => expect(document.title).toBe(title));
      expect(meta?.content).toBe(description);
      expect(canonical()).toBe(path);
      unmount();
      expect(meta?.content).toBe(general);
      expect(canonical()).toBeUndefined();
    },
  );
});

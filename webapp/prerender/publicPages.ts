import { guides } from '../../shared/data/guides.json' with { type: 'json' };

/** A page with its own title and description for search engines and link previews. */
export interface PublicPage {
  path: string;
  title: string;
  description: string;
}

/**
 * The public pages: the guided plan, the services, and the guides. The texts are the ones that the pages show in
 * English. SitePath in infrastructure/stacks/web.yaml serves the documents.
 */
export const publicPages: readonly PublicPage[] = [
  {
    path: '/businessapplications/plan',
    title: 'Plan your business | Saguaro',
    description:
      'Plan a business in Arizona step by step: check its name, estimate your startup costs, and find the right agencies.',
  },
  {
    path: '/businessapplications/plan/costestimator',
    title: 'Estimate your startup costs | Saguaro',
    description:
      'Estimate what it costs to start a business in Arizona: government fees with a link or an office to ask, and estimates you can change.',
  },
  {
    path: '/businessapplications/plan/decideyourname',
    title: 'Decide on your name | Saguaro',
    description: 'Check if a business name is available in Arizona and see why, with a source for each rule.',
  },
  {
    path: '/businessapplications/plan/resources',
    title: 'Where to get help | Saguaro',
    description: 'Official pages for starting a business in Arizona, by topic, and which agency does what.',
  },
  {
    path: '/businessapplications/plan/searchexisting',
    title: 'Search existing names | Saguaro',
    description: 'Search Arizona business names as you type, by the start, any part, or the sound of a name.',
  },
  {
    path: '/services',
    title: 'Services A to Z | Saguaro',
    description:
      'Every service of every agency in this portal: what it is, what you need, how long it takes, and what it costs.',
  },
  {
    path: '/accessibility',
    title: 'Accessibility | Saguaro',
    description: 'How we test if everyone can use this portal, and how to report a barrier.',
  },
  {
    path: '/contact',
    title: 'Contact | Saguaro',
    description: 'How to reach the people of this portal, and where to find its agencies.',
  },
  ...guides.map(({ id, title, summary }) => ({
    path: `/guides/${id}`,
    title: `${title.en} | Saguaro`,
    description: summary.en,
  })),
];

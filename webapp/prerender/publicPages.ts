/** A page that search engines and previews of links know by its own title and description. */
export interface PublicPage {
  path: string;
  title: string;
  description: string;
}

/**
 * The pages of the guided plan, which anybody can open. Their words are those that the pages themselves show in
 * English; SitePath of infrastructure/stacks/web.yaml leads to their documents.
 */
export const publicPages: readonly PublicPage[] = [
  {
    path: '/businessapplications/plan',
    title: 'Plan your business | Saguaro',
    description:
      'Plan a business in Arizona step by step: check its name, add up what starting costs, and see who to turn to.',
  },
  {
    path: '/businessapplications/plan/costestimator',
    title: 'What starting will cost | Saguaro',
    description:
      'Add up what it costs to start a business in Arizona: government fees with a link or with whom to ask, and estimates that you can make your own.',
  },
  {
    path: '/businessapplications/plan/decideyourname',
    title: 'Decide on your name | Saguaro',
    description:
      'Check if a business name is available in Arizona, and see why: each rule with its source, each word explained.',
  },
  {
    path: '/businessapplications/plan/resources',
    title: 'Who to turn to | Saguaro',
    description:
      'Official pages for starting a business in Arizona, by topic, and which agency is responsible for what.',
  },
  {
    path: '/businessapplications/plan/searchexisting',
    title: 'Search existing names | Saguaro',
    description:
      'Search the names of businesses in Arizona as you type: by their beginning, a part of them, or how they sound.',
  },
];

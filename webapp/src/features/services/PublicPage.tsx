import type { ComponentType } from 'react';
import { matchPath, useLocation } from 'react-router';
import { paths } from '@/lib/paths';
import { AccessibilityPage } from './AccessibilityPage';
import { ContactPage } from './ContactPage';
import { ServicesPage } from './ServicesPage';

const pages: readonly (readonly [string, ComponentType])[] = [
  [paths.contact, ContactPage],
  [paths.accessibility, AccessibilityPage],
];

/** Shows the page of the address. The pages are small, and visitors move between them. */
export default function PublicPage() {
  const { pathname } = useLocation();
  const [, Page = ServicesPage] = pages.find(([path]) => matchPath(path, pathname)) ?? [];
  return <Page />;
}

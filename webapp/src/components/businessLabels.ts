import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { AnswerBody } from '@/lib/api/call';

export type Business = AnswerBody<'/api/businessapplications/businesses', 'get'>['items'][number];
export type EntityType = Business['entityType'];
export type Role = Business['role'];

type Labels<K extends string> = Readonly<Record<K, MessageDescriptor>>;

/** The legal forms of businesses, in the order of the choices. */
export const entityLabels: Labels<EntityType> = {
  soleProprietor: msg`Sole proprietor`,
  partnership: msg`General partnership`,
  llc: msg`Limited liability company (LLC)`,
  pllc: msg`Professional limited liability company (PLLC)`,
  corporation: msg`Corporation`,
  professionalCorporation: msg`Professional corporation`,
  nonprofit: msg`Nonprofit corporation`,
  lp: msg`Limited partnership (LP)`,
  llp: msg`Limited liability partnership (LLP)`,
  foreignLlc: msg`LLC from another state or country`,
  foreignCorporation: msg`Corporation from another state or country`,
};

export const entityTypes = Object.keys(entityLabels) as readonly EntityType[];

export const roleLabels: Labels<Role> = {
  owner: msg`Owner`,
  manager: msg`Manager`,
  viewer: msg`Viewer`,
};

export const roles = Object.keys(roleLabels) as readonly Role[];

/** Returns whether a person with the role may file and change for the business. */
export function canFile(role: Role): boolean {
  return role !== 'viewer';
}

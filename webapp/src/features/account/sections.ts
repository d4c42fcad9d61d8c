import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import { AccessSection } from './AccessSection';
import { AddressesSection } from './AddressesSection';
import { ConnectionsSection } from './ConnectionsSection';
import { ContactSection } from './ContactSection';
import { DetailsSection } from './DetailsSection';
import { IdentitySection } from './IdentitySection';
import { SignInsSection } from './SignInsSection';
import { TermsSection } from './TermsSection';

export interface AccountSection {
  /** The id of the heading, for links to the section. */
  id: string;
  title: MessageDescriptor;
  /** The content below the heading. */
  Section: ComponentType;
}

/** The sections of the page, in their order. */
export const sections: readonly AccountSection[] = [
  { id: 'details', title: msg`Your details`, Section: DetailsSection },
  { id: 'contact', title: msg`Contact preferences`, Section: ContactSection },
  { id: 'addresses', title: msg`Addresses`, Section: AddressesSection },
  { id: 'identity', title: msg`Enhanced authentication and passkeys`, Section: IdentitySection },
  { id: 'sign-ins', title: msg`Where you are signed in`, Section: SignInsSection },
  { id: 'connections', title: msg`Connected services`, Section: ConnectionsSection },
  { id: 'terms', title: msg`Terms and conditions`, Section: TermsSection },
  { id: 'access', title: msg`Who looked at your record`, Section: AccessSection },
];

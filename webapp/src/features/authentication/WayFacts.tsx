import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { AuthenticationType } from './api';

/** Lists the requirements of a way, its steps, and the data that the portal and agencies get and store. */
export function WayFacts({ needs }: { needs: AuthenticationType['needs'] }) {
  if (needs.includes('identityServiceAccount'))
    return (
      <Facts
        needed={<Trans>An account at the identity service where you already proved your identity.</Trans>}
        steps={
          <Trans>You go to the identity service, sign in there, and come back. You have ten minutes.</Trans>
        }
        learned={
          <Trans>
            Your name and date of birth. We compare them with your registration and do not keep them. We
            record that you proved who you are, when, and at which service.
          </Trans>
        }
      />
    );
  if (needs.includes('creditHistory'))
    return (
      <Facts
        needed={<Trans>A US credit history that is not frozen.</Trans>}
        steps={
          <Trans>
            A credit bureau asks a few questions about your credit history. You have a few minutes to answer.
            Starting uses one try, even if you leave. You get only a few tries in 24 hours. Some services need
            stronger proof than this.
          </Trans>
        }
        learned={
          <Trans>
            The portal learns if you passed. The bureau learns that the portal asked, with your name, date of
            birth, and language. We keep neither the questions nor your answers. We record that you passed,
            when, and at which bureau.
          </Trans>
        }
      />
    );
  if (needs.includes('camera')) return <FaceFacts />;
  if (needs.includes('mobileDriverLicense'))
    return (
      <Facts
        needed={<Trans>A phone with your state’s mobile driver’s license in its wallet app.</Trans>}
        steps={
          <Trans>
            Your wallet app shows what we ask for, and you agree there. It takes about a minute. You have ten
            minutes.
          </Trans>
        }
        learned={
          <Trans>
            Your name, date of birth, license number, and the state that issued it. We compare your name and
            date of birth with your registration and do not keep them. We record that you proved who you are,
            when, and which state issued the license. We also record when its copy on your phone expires, and
            a code made from its number.
          </Trans>
        }
      />
    );
  return null;
}

/** The facts about face recognition: the use of the video, the stored data, and for how long. */
export function FaceFacts() {
  return (
    <dl className="stack">
      <Fact name={<WhatYouNeed />}>
        <Trans>
          A camera, and a connected service from an agency that has a photo of you, such as your driver
          license.
        </Trans>
      </Fact>
      <Fact name={<Trans>What the camera does</Trans>}>
        <Trans>
          You open it on the next page. A video check confirms that you are there in person. The check may
          flash colored lights. The video goes to Amazon Web Services, which checks it for us.
        </Trans>
      </Fact>
      <Fact name={<Trans>What we compare</Trans>}>
        <Trans>
          One picture from the video with the agency’s photo of you. Amazon Web Services compares them for us.
          To get the photo, we send the agency your legal name and date of birth.
        </Trans>
      </Fact>
      <Fact name={<Trans>What we keep</Trans>}>
        <Trans>
          We keep neither the video nor a picture. For one hour, we keep that you proved who you are, when,
          and with which agency’s photo. Failed tries count for 24 hours. A technical log keeps the result for
          at most one year. We send you a message, which stays until you delete it.
        </Trans>
      </Fact>
      <Fact name={<WhatAgenciesLearn />}>
        <Trans>The agency that has your photo learns that the portal asked for it.</Trans>
      </Fact>
      <Fact name={<Trans>Your tries</Trans>}>
        <Trans>Starting uses one try. After five tries, you wait half a minute before each new one.</Trans>
      </Fact>
      <Fact name={<Trans>How to undo it</Trans>}>
        <Trans>
          Choose the lock at the top of the page, then Sign out. It also ends by itself after one hour. There
          is no picture to delete.
        </Trans>
      </Fact>
    </dl>
  );
}

interface FactsProps {
  needed: ReactNode;
  steps: ReactNode;
  learned: ReactNode;
}

function Facts({ needed, steps, learned }: FactsProps) {
  return (
    <dl className="stack">
      <Fact name={<WhatYouNeed />}>{needed}</Fact>
      <Fact name={<Trans>How it works</Trans>}>{steps}</Fact>
      <Fact name={<Trans>What the portal learns</Trans>}>{learned}</Fact>
      <Fact name={<WhatAgenciesLearn />}>
        <Trans>Nothing.</Trans>
      </Fact>
    </dl>
  );
}

const WhatYouNeed = () => <Trans>What you need</Trans>;
const WhatAgenciesLearn = () => <Trans>What agencies learn</Trans>;

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

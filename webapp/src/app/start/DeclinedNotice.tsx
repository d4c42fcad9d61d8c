import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '@/lib/auth/session';
import { takeDeclinedTerms } from '@/lib/journey/declinedTerms';
import { paths } from '@/lib/paths';

/** Takes a person who was signed out after declining the terms to the page about the stored decision. */
export function DeclinedNotice() {
  const { status } = useSession();
  const navigate = useNavigate();

  useEffect(() => {
    if (status !== 'anonymous') return;
    const declined = takeDeclinedTerms();
    if (declined) void navigate(paths.termsDeclined, { replace: true, state: declined });
  }, [status, navigate]);

  return null;
}

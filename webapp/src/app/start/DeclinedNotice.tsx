import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '@/lib/auth/session';
import { takeDeclinedTerms } from '@/lib/journey/declinedTerms';
import { paths } from '@/lib/paths';

/** Takes a person who declined the terms, and was signed out, to the page that says what was stored. */
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

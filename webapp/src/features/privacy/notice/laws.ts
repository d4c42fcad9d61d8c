/**
 * The laws that the notice names.
 *
 * - `source`: the text that the statement about the law is based on.
 * - `confidence`: `verified` when the law itself was read, `secondary` when only a description of it was read,
 *   `general` when it is common knowledge that nobody has looked up. A state's counsel reviews all of them before the
 *   notice is used.
 */
interface Law {
  citation: string;
  source: string;
  confidence: 'verified' | 'secondary' | 'general';
}

const named = <Name extends string>(all: Record<Name, Law>) => all;

export const laws = named({
  agencySites: {
    citation: 'A.R.S. § 18-202',
    source: 'A.R.S. 18-202, formerly 41-4152: what the privacy policy of a state agency site must say',
    confidence: 'verified',
  },
  socialSecurityNumbers: {
    citation: 'A.R.S. § 44-1373',
    source: 'A.R.S. 44-1373, restricted use of Social Security numbers',
    confidence: 'secondary',
  },
  driverPrivacy: {
    citation: '18 U.S.C. §§ 2721–2725',
    source: 'DPPA: personal information in motor vehicle records',
    confidence: 'verified',
  },
  motorVehicleRecords: {
    citation: 'A.R.S. §§ 28-440, 28-447, 28-455, 28-458',
    source: 'azleg.gov, fact sheet and text of HB 2614; SB 1054 of 2013; text of 28-440',
    confidence: 'verified',
  },
  childrenOnline: {
    citation: '15 U.S.C. §§ 6501–6506; 16 CFR Part 312',
    source: 'COPPA: it binds commercial operators; a state agency follows the rule by choice',
    confidence: 'general',
  },
  publicRecords: {
    citation: 'A.R.S. § 39-121',
    source: 'Public records of Arizona and their retention schedules',
    confidence: 'general',
  },
  breachNotice: {
    citation: 'A.R.S. §§ 18-551, 18-552',
    source: 'Notice of a breach of personal information within 45 days',
    confidence: 'general',
  },
  doNotTrackDisclosure: {
    citation: 'California Business and Professions Code § 22575',
    source: 'CalOPPA: a site says how it answers do-not-track signals',
    confidence: 'general',
  },
  shineTheLight: {
    citation: 'California Civil Code § 1798.83',
    source: 'Shine the Light: sharing for direct marketing',
    confidence: 'general',
  },
  californiaConsumers: {
    citation: 'California Civil Code § 1798.100 ff.',
    source: 'CCPA and CPRA: they cover for-profit businesses, not an Arizona agency',
    confidence: 'general',
  },
});

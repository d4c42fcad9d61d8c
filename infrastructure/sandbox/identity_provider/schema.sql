-- Times are whole seconds since 1970. Tokens, codes and session ids are kept as hashes only.
CREATE TABLE IF NOT EXISTS secrets (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS accounts (
    subject TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    given_name TEXT NOT NULL,
    family_name TEXT NOT NULL,
    groups TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    has_sample_password INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

-- A sample person who deleted the sign-in must not come back with the old subject at the next start.
CREATE TABLE IF NOT EXISTS seeded_emails (
    email TEXT PRIMARY KEY
) STRICT;

-- By address and not by account, so that an unknown address locks out in the same way as a known one.
CREATE TABLE IF NOT EXISTS sign_in_attempts (
    email TEXT PRIMARY KEY,
    failures INTEGER NOT NULL,
    locked_until INTEGER
) STRICT;

CREATE TABLE IF NOT EXISTS one_time_codes (
    id TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    email TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    details TEXT NOT NULL,
    tries INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    entered_at INTEGER,
    spent_at INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS one_time_codes_by_email ON one_time_codes (email, purpose);

CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY,
    subject TEXT NOT NULL REFERENCES accounts (subject) ON DELETE CASCADE,
    authenticated_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS session_second_factors (
    session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE
) STRICT;

-- `last_step` is that of the last code: neither it nor an earlier one works again (RFC 6238, section 5.2).
CREATE TABLE IF NOT EXISTS second_factors (
    subject TEXT PRIMARY KEY REFERENCES accounts (subject) ON DELETE CASCADE,
    secret TEXT NOT NULL,
    is_sample INTEGER NOT NULL,
    last_step INTEGER NOT NULL
) STRICT;

-- Secrets that were shown and of which no code was entered yet.
CREATE TABLE IF NOT EXISTS second_factor_offers (
    session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    secret TEXT NOT NULL
) STRICT;

-- A grant is one sign-in at one client: the family to which its codes and tokens belong (`origin_jti`).
CREATE TABLE IF NOT EXISTS grants (
    id TEXT PRIMARY KEY,
    subject TEXT NOT NULL REFERENCES accounts (subject) ON DELETE CASCADE,
    client_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    session_id TEXT,
    authenticated_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;

CREATE TABLE IF NOT EXISTS grant_second_factors (
    grant_id TEXT PRIMARY KEY REFERENCES grants (id) ON DELETE CASCADE
) STRICT;

-- `number` says which was opened later.
CREATE VIEW IF NOT EXISTS known_grants AS
SELECT grants.*, grants.rowid AS number,
    EXISTS (SELECT 1 FROM grant_second_factors WHERE grant_id = grants.id) AS has_second_factor
FROM grants;

CREATE TABLE IF NOT EXISTS authorization_codes (
    code_hash TEXT PRIMARY KEY,
    grant_id TEXT NOT NULL REFERENCES grants (id) ON DELETE CASCADE,
    redirect_uri TEXT NOT NULL,
    nonce TEXT,
    code_challenge TEXT NOT NULL,
    code_challenge_method TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT;

CREATE TABLE IF NOT EXISTS refresh_tokens (
    token_hash TEXT PRIMARY KEY,
    grant_id TEXT NOT NULL REFERENCES grants (id) ON DELETE CASCADE,
    used_at INTEGER
) STRICT;

-- Clients of agencies, which get tokens for themselves and never for a person.
CREATE TABLE IF NOT EXISTS agency_clients (
    client_id TEXT PRIMARY KEY,
    agency_id TEXT NOT NULL,
    secret_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

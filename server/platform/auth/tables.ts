/** People, and how they sign in. */
import type { Generated } from 'kysely'
import type { Flag, Instant, Json } from '../records/schema.ts'

declare module '../records/schema.ts' {
  interface Schema {
    app_user: UserTable
    recovery_code: RecoveryCodeTable
    session: SessionTable
    login_failure: LoginFailureTable
    known_browser: KnownBrowserTable
    counted_entry: CountedEntryTable
    reset: ResetTable
    api_key: ApiKeyTable
    api_key_project: ApiKeyProjectTable
  }
}

export interface UserTable {
  user_id: Generated<number>
  email: string
  name: string
  phone: string
  /** As a data address (contracts/auth.ts, photo); null: none. */
  photo: string | null
  /** Account role; SystemAdmin … Default. */
  role: string
  company_id: number | null
  /** argon2id in PHC form. */
  password: string
  mfa_required: Flag
  /** The secret of the authenticator, sealed (seals.ts); null until enrolled. */
  totp_secret: string | null
  /** The last time step that was used, so that a code works once. */
  totp_last_step: number | null
  sso: Flag
  active: Flag
  /** JSON of viewerSetting. */
  setting: Json
  accepted_version: string | null
  accepted_at: Instant | null
  created_at: Instant
  /** When a session of theirs was opened last; sessions themselves are kept for a week only. Null: never. */
  seen_at: Generated<Instant | null>
}

export interface RecoveryCodeTable {
  user_id: number
  hash: string
  used_at: Instant | null
}

export interface SessionTable {
  /** SHA-256 of the token; the token itself is nowhere on the server. */
  token_hash: string
  /** SHA-256 of the cookie's value. */
  cookie_hash: string
  user_id: number
  stage: string
  xsrf: string
  created_at: Instant
  seen_at: Instant
  expires_at: Instant
  revoked_at: Instant | null
  ip: string
  mfa_tries: number
  /** What the browser said of itself when the session began; null: nothing, or before this was kept. */
  agent: string | null
  /** It began at the identity provider of the client. */
  sso: Generated<Flag>
}

/** Failed sign-ins by account name (known or not) and by where they come from, for the back-off. */
export interface LoginFailureTable {
  email: string
  /** `network:…`, `browser:…` of one that is known, or `secondStep` (lockout.ts). */
  origin: string
  failures: number
  last_at: Instant
  locked_until: Instant | null
  /** Tries that were refused during this wait. */
  refused: number
}

/** Browsers in which a user has signed in. */
export interface KnownBrowserTable {
  user_id: number
  /** SHA-256 of the cookie's value. */
  secret_hash: string
  seen_at: Instant
}

/** Audit rows of one action that strangers cause, by network, of the newest hour that had any. */
export interface CountedEntryTable {
  action: string
  chain: string
  network: string
  /** When the hour began. */
  hour: Instant
  entries: number
  /** Those that have no row of their own. */
  unsaid: number
}

export interface ResetTable {
  token_hash: string
  user_id: number
  expires_at: Instant
  used_at: Instant | null
}

/** Keys for other applications. They stay when they have ended: the trail names them by id. */
export interface ApiKeyTable {
  key_id: Generated<number>
  user_id: number
  label: string
  /** The first eight characters. */
  shown: string
  /** SHA-256 of the key; the key itself is nowhere on the server. */
  secret_hash: string
  /** Not stronger than this; null: as its owner. */
  role: string | null
  read_only: Flag
  /** 0: those of api_key_project alone. */
  all_projects: Flag
  made_at: Instant
  ends_at: Instant
  used_at: Instant | null
  revoked_at: Instant | null
}

export interface ApiKeyProjectTable {
  key_id: number
  project_id: number
}

/** Sign-in through the identity providers of clients: their configuration, what was asked of them, and what was used up. */
import type { Migration } from '../migrate.ts'

export const saml: Migration = {
  number: 38,
  name: 'saml',
  statements: ({ int, text }) => [
    `create table sso_config (
      company_id ${int} primary key references company (company_id), provider_id ${text} not null,
      sso_url ${text} not null, certificates ${text} not null, email_claim ${text} not null,
      name_claim ${text} not null, state ${text} not null, forced ${int} not null default 0,
      exceptions ${text} not null default '[]', creates_accounts ${int} not null default 0,
      provider_mfa ${int} not null default 0, version ${int} not null, tried ${text}, changed_at ${text} not null
    )`,
    `create table sso_domain (
      domain ${text} primary key, company_id ${int} not null references company (company_id)
    )`,
    'create index sso_domain_company on sso_domain (company_id)',
    `create table saml_request (
      request_id ${text} primary key, company_id ${int} not null references company (company_id),
      purpose ${text} not null, relay_hash ${text} not null, browser_hash ${text},
      by_user ${int} references app_user (user_id), state ${text} not null,
      user_id ${int} references app_user (user_id), message ${text}, created_at ${text} not null,
      expires_at ${text} not null
    )`,
    'create index saml_request_browser on saml_request (browser_hash)',
    'create index saml_request_expires on saml_request (expires_at)',
    `create table saml_assertion (
      company_id ${int} not null references company (company_id), assertion_hash ${text} not null,
      expires_at ${text} not null, primary key (company_id, assertion_hash)
    )`,
    'create index saml_assertion_expires on saml_assertion (expires_at)',
  ],
}

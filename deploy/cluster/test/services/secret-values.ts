import { generateKeyPairSync, randomBytes } from 'node:crypto'

const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

const VALUES: Readonly<Record<string, string>> = {
  PRINCIPAL_PRIVATE_KEY: privateKey,
  PRINCIPAL_PUBLIC_KEY: publicKey,
  POSTGRES_URL: 'postgres://app:made-up@postgres:5432/kla',
  VAULT_POSTGRES_URL: 'postgres://vault:made-up@postgres:5432/kla',
  REDIS_URL: 'redis://redis:6379',
  NATS_URL: 'nats://nats:4222',
  AUDIT_PRIVATE_KEY: privateKey,
  ONCALL_WEBHOOK_URL: 'https://pager.example.com/hooks/made-up',
  SMTP_URL: 'smtps://kla:made-up@mail.example.com',
  ADMIN_SECRETS_KEY: randomBytes(32).toString('base64'),
  INCIDENT_KEY: randomBytes(32).toString('base64'),
  LIMITS_KEY: randomBytes(32).toString('base64'),
  EVIDENCE_PRIVATE_KEYS: [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64url')).join(),
  ADMIN_PATH: 'back-office-of-ours',
  FIRST_ADMIN_PASSWORD: 'a long made-up password',
  SECOND_ADMIN_PASSWORD: 'another long made-up password',
}

/** A value such as an operator would put into a Secret for this variable. */
export const secretValue = (variable: string): string =>
  VALUES[variable] ??
  (variable.startsWith('AUDIT_PUBLIC_KEY_') ? publicKey : undefined) ??
  `made-up-${variable.toLowerCase()}`

import { port, readEnvironment, secret, text } from '@kla/chassis'

/** Every variable of the stand-ins as a process. Throws one error that names every fault. */
export const readStandInsConfig = (source: NodeJS.ProcessEnv = process.env) =>
  readEnvironment(
    {
      HOST: text('the address that all of them listen on', '0.0.0.0'),
      DISCORD_PORT: port("the login provider's page and API", 4010),
      STRIPE_PORT: port("Stripe's API and its payment page", 4020),
      ACQUIRER_PORT: port("the acquirer's payment page and API", 4030),
      GIF_PROVIDER_PORT: port("the GIF provider's search", 4040),
      CLIPS_PORT: port('the clips themselves, and their manifest for the seed of the library', 4050),
      MAIL_PORT: port('the mail server: SMTP', 4060),
      MAILBOX_PORT: port('what it got: GET /mails?to=', 4070),
      HEALTH_PORT: port('/healthz, /readyz and /metrics', 9090),
      SITE_URL: text('the gateway as this process reaches it, for notifications of payments'),
      CLIPS_URL: text('CLIPS_PORT as the library reaches it'),
      STRIPE_PUBLIC_URL: text('STRIPE_PORT as browsers reach it', 'http://localhost:4020'),
      DISCORD_CLIENT_ID: text('as auth has it', 'kla-local'),
      DISCORD_CLIENT_SECRET: secret('as auth has it'),
      STRIPE_SECRET_KEY: secret('as commerce has it'),
      STRIPE_WEBHOOK_SECRET: secret('as commerce has it; of several the first signs'),
      ACQUIRER_MERCHANT_ID: text('as commerce has it', 'local-merchant'),
      ACQUIRER_SECRET: secret('as commerce has it; of several the first signs'),
      CLIPS_DIRECTORY: text('where clips are; those that are missing are rendered into it', '/tmp/clips'),
      FFMPEG_PATH: text('what clips are rendered with', 'ffmpeg'),
    },
    source,
  )

export type StandInsConfig = ReturnType<typeof readStandInsConfig>

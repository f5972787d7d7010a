import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  createHealth,
  createMetrics,
  listenHost,
  type Logger,
  port,
  readEnvironment,
  type Runnable,
  secret,
  text,
} from '@kla/chassis'
import { clipManifest, startClipHost } from '../clips/index.js'
import { startAcquirerStandIn } from './acquirer/index.js'
import { startDiscordStandIn } from './discord/index.js'
import { startGifProviderStandIn } from './gif-provider/index.js'
import { startMailboxStandIn } from './mailbox/index.js'
import { startStripeStandIn } from './stripe/index.js'

const RENDER = fileURLToPath(new URL('../platform/render-clips-main.js', import.meta.url))

export function createStandInsProcess(config: StandInsConfig, log: Logger): Runnable {
  const health = createHealth({ port: config.HEALTH_PORT, metrics: createMetrics('stand-ins'), log })
  const open: { close(): Promise<unknown> }[] = [health]
  const { SITE_URL: siteUrl, CLIPS_URL: clipsUrl, CLIPS_DIRECTORY: directory } = config

  const started = async <T extends { readonly port: number; close(): Promise<void> }>(
    name: string,
    starting: Promise<T>,
  ): Promise<void> => {
    const standIn = await starting
    open.push(standIn)
    log.info({ name, port: standIn.port }, 'a stand-in listens')
  }

  return {
    async start() {
      await health.listen()
      const host = await listenHost(config.HOST, log)
      await renderMissing(directory, config.FFMPEG_PATH)
      await started('clips', startClipHost({ host, directory, url: clipsUrl, port: config.CLIPS_PORT }))
      const clips = clipManifest(clipsUrl)
      await started('gif-provider', startGifProviderStandIn({ host, clips, port: config.GIF_PROVIDER_PORT }))
      await started(
        'discord',
        startDiscordStandIn({
          host,
          port: config.DISCORD_PORT,
          clientId: config.DISCORD_CLIENT_ID,
          clientSecret: config.DISCORD_CLIENT_SECRET,
        }),
      )
      await started('mailbox', startMailboxStandIn({ host, smtpPort: config.MAIL_PORT, port: config.MAILBOX_PORT }))
      await started(
        'stripe',
        startStripeStandIn({
          host,
          port: config.STRIPE_PORT,
          publicUrl: config.STRIPE_PUBLIC_URL,
          secretKey: config.STRIPE_SECRET_KEY,
          webhookSecret: firstOf(config.STRIPE_WEBHOOK_SECRET),
          notificationUrl: `${siteUrl}/webhooks/stripe`,
        }),
      )
      await started(
        'acquirer',
        startAcquirerStandIn({
          host,
          port: config.ACQUIRER_PORT,
          merchantId: config.ACQUIRER_MERCHANT_ID,
          secret: firstOf(config.ACQUIRER_SECRET),
          notificationUrl: `${siteUrl}/webhooks/acquirer`,
        }),
      )
      health.started()
      log.info('ready')
    },
    async stop() {
      health.stopping()
      for (const one of open.reverse()) await one.close()
    },
  }
}

/** Probes need answers during rendering. */
async function renderMissing(directory: string, ffmpeg: string): Promise<void> {
  const [code] = (await once(fork(RENDER, [directory, ffmpeg]), 'exit')) as [number | null]
  if (code !== 0) throw new Error(`the clips in ${directory} could not be rendered`)
}

const firstOf = (secrets: string): string => secrets.split(',')[0]?.trim() ?? ''

/** Throws one error naming every fault. */
export const readStandInsConfig = (source: NodeJS.ProcessEnv = process.env) =>
  readEnvironment(
    {
      HOST: text('the address that all of them listen on', '::'),
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

type StandInsConfig = ReturnType<typeof readStandInsConfig>

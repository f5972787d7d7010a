import { createHealth, createMetrics, type Logger, type Runnable } from '@kla/chassis'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { clipManifest, startClipHost } from '../clips/index.js'
import { startAcquirerStandIn } from './acquirer/index.js'
import { startDiscordStandIn } from './discord/index.js'
import { startGifProviderStandIn } from './gif-provider/index.js'
import { startMailboxStandIn } from './mailbox/index.js'
import type { StandInsConfig } from './process-config.js'
import { startStripeStandIn } from './stripe/index.js'

const RENDER = fileURLToPath(new URL('../platform/render-clips-main.js', import.meta.url))

/** All stand-ins in one process, for a cluster of a developer's own. What they remember goes with the process. */
export function createStandInsProcess(config: StandInsConfig, log: Logger): Runnable {
  const health = createHealth({ port: config.HEALTH_PORT, metrics: createMetrics('stand-ins'), log })
  const open: { close(): Promise<unknown> }[] = [health]
  const { HOST: host, SITE_URL: siteUrl, CLIPS_URL: clipsUrl, CLIPS_DIRECTORY: directory } = config

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
      await renderMissing(directory, config.FFMPEG_PATH)
      await started('clips', startClipHost({ ...{ host, directory, url: clipsUrl }, port: config.CLIPS_PORT }))
      const clips = clipManifest(clipsUrl)
      await started('gif-provider', startGifProviderStandIn({ host, clips, port: config.GIF_PROVIDER_PORT }))
      await started(
        'discord',
        startDiscordStandIn({
          ...{ host, port: config.DISCORD_PORT },
          ...{ clientId: config.DISCORD_CLIENT_ID, clientSecret: config.DISCORD_CLIENT_SECRET },
        }),
      )
      await started('mailbox', startMailboxStandIn({ host, smtpPort: config.MAIL_PORT, port: config.MAILBOX_PORT }))
      await started(
        'stripe',
        startStripeStandIn({
          ...{ host, port: config.STRIPE_PORT, publicUrl: config.STRIPE_PUBLIC_URL },
          ...{ secretKey: config.STRIPE_SECRET_KEY, webhookSecret: firstOf(config.STRIPE_WEBHOOK_SECRET) },
          notificationUrl: `${siteUrl}/webhooks/stripe`,
        }),
      )
      await started(
        'acquirer',
        startAcquirerStandIn({
          ...{ host, port: config.ACQUIRER_PORT },
          ...{ merchantId: config.ACQUIRER_MERCHANT_ID, secret: firstOf(config.ACQUIRER_SECRET) },
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

/** In a process of its own: painting keeps a core busy, and probes want an answer. */
async function renderMissing(directory: string, ffmpeg: string): Promise<void> {
  const [code] = (await once(fork(RENDER, [directory, ffmpeg]), 'exit')) as [number | null]
  if (code !== 0) throw new Error(`the clips in ${directory} could not be rendered`)
}

const firstOf = (secrets: string): string => secrets.split(',')[0]?.trim() ?? ''

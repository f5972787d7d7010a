import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  auditVariables,
  list,
  milliseconds,
  positive,
  postgresVariables,
  processVariables,
  readSettings,
  rpcVariables,
  secretKey,
  type Settings,
  text,
  timer,
  type Variable,
  webAddress,
} from '@kla/chassis'
import { CATEGORIES, type Category } from '@kla/proto/web'
import { isCategory } from './shared/rules.js'

type CategoryTexts = Readonly<Record<Category, string>>

const categoryTexts = (about: string, fallback: CategoryTexts): Variable<CategoryTexts> => ({
  about,
  fallback,
  parse: (value) => ({ ...fallback, ...Object.fromEntries(value.split(',').map(readPair)) }),
})

function readPair(pair: string): [Category, string] {
  const [name = '', text = ''] = pair.split('=').map((part) => part.trim())
  if (!isCategory(name) || text === '') {
    throw new Error(`is not made of category=text, with one of ${CATEGORIES.join(', ')}`)
  }
  return [name, text]
}

const variables = {
  ...processVariables,
  ...rpcVariables,
  ...postgresVariables('library'),
  ...auditVariables,
  LIMITS_KEY: secretKey(
    "key that draws decoys, the acts left out of a battle besides its players' limits: 32 bytes in base64",
  ),
  COMMERCE_ADDRESS: text('commerce, where items are held and spent'),
  SAVE_ABANDONED_AFTER_MS: milliseconds('how long a save may stay undecided', 60_000),
  SAVE_SWEEP_MS: timer('the pause between two sweeps for unfinished saves', 5_000),
  GIF_RETENTION_MS: milliseconds('when a deleted GIF is erased', 30 * 24 * 3_600_000),
  MEDIA_ALLOWED_HOSTS: list('hosts that media may come from, as host or host:port', []),
  MEDIA_PRIVATE_ORIGINS: list('origins that may be in a private network', []),
  MEDIA_CACHE_DIR: text('where fetched media is kept', join(tmpdir(), 'kla-media')),
  MEDIA_CACHE_MAX_BYTES: positive('size of all kept media', 2 * 1024 ** 3),
  MEDIA_MAX_BYTES: positive('size of one file', 20 * 1024 ** 2),
  MEDIA_FETCH_TIMEOUT_MS: timer('how long a fetch may take', 15_000),
  MEDIA_FRESH_MS: milliseconds('how long fetched media is served without asking its host again', 24 * 3_600_000),
  AVATAR_BASE_URL: webAddress("the login provider's content network", 'https://cdn.discordapp.com'),
  FFMPEG_PATH: text('the ffmpeg to convert GIFs with', 'ffmpeg'),
  FFPROBE_PATH: text('the ffprobe of the same ffmpeg, which describes files', 'ffprobe'),
  TRANSCODE_TIMEOUT_MS: timer('processor time of one conversion, which may take twice as long', 30_000),
  TRANSCODE_MEMORY_BYTES: positive('how much memory one conversion may ask for', 1024 ** 3),
  TRANSCODES_AT_ONCE: positive('how many conversions may run at once', 2),
  TRANSCODES_WAITING: positive('how many conversions may wait', 32),
  BLOCKS_POLL_MS: timer('how often to poll for blocks of other pods', 500),
  INTAKE_POLL_MS: timer('how often to poll for GIFs to examine', 1_000),
  INTAKE_AT_ONCE: positive('how many GIFs are examined together', 2),
  LINK_CHECK_TIMEOUT_MS: timer('how long one link may take to answer', 4_000),
  LINK_SECOND_LOOK_MS: timer('pause before a link that did not answer is checked again', 2_000),
  LINK_CHECKS_AT_ONCE: positive('how many links are checked together', 48),
  LINK_PAGE_TIMEOUT_MS: timer('how long a page of links may take', 50_000),
  GIF_PROVIDER_URL: webAddress('the GIF provider', 'https://api.redgifs.com'),
  GIF_PROVIDER_TIMEOUT_MS: timer('how long one request to the GIF provider may take', 5_000),
  GIF_PROVIDER_RESULTS_MS: milliseconds('how long search results are reused', 300_000),
  GIF_PROVIDER_CATEGORIES: categoryTexts('what to search for in each category, as category=text', {
    default: 'amateur',
    gay: 'gay',
    hentai: 'hentai',
    trans: 'trans',
  }),
}

/** Settings of the service, read from the environment. */
export type Config = Settings<typeof variables>

export const readConfig = (source: NodeJS.ProcessEnv = process.env): Config => readSettings(variables, source)

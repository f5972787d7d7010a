import { type CallContext, KlaError } from '@kla/chassis'
import { GifCondition, GifState, type RotationEntry } from '@kla/proto'
import type { Reason } from '@kla/proto/web'
import type { Clients } from '../../src/shared/clients.js'
import { AT_MS } from './fake-administrators.js'

type GifControl = Omit<
  Clients['library'],
  'getMedia' | 'getAvatar' | 'listSavedGifs' | 'hideSavedGif' | 'getLimits' | 'setLimits'
>
type Answers = { [Name in Exclude<keyof GifControl, 'exportGifs'>]: Awaited<ReturnType<GifControl[Name]>> }

export interface FakeGifControl {
  readonly client: GifControl
  /** Requests with their deadlines. */
  readonly calls: { method: string; request: unknown; context: CallContext | undefined }[]
  /** Reason with which every call is refused, if set. */
  refusal: Reason | undefined
  /** The only method to refuse, if set. */
  refusedMethod: keyof GifControl | undefined
}

export const GIF: RotationEntry = {
  id: 4,
  gifUrl: 'https://clips.example/4.mp4',
  thumbnail: '',
  tags: ['default'],
  state: GifState.LIVE,
  broken: false,
  createdAtMs: AT_MS,
  version: 3,
  changedAtMs: AT_MS,
  changedBy: 'mod',
}

const provided = { gifs: [{ hd: 'h', sd: 's', thumbnail: 't' }], brokenOffBy: 'PROVIDER_BUSY' }

export const GIF_BATCH = '5b0f6c1e-9d1a-4f0e-8a51-3f3f5d1f7c02'

const answers: Answers = {
  getGif: GIF,
  listGifs: {
    gifs: [GIF, { ...GIF, id: 5, state: GifState.HIDDEN }],
    total: 2,
    counts: [{ condition: GifCondition.LIVE, count: 2 }],
  },
  changeGifs: {
    outcomes: [
      { id: 4, refused: '', gif: GIF },
      { id: 9, refused: 'GIF_BLOCKED' },
    ],
    batchId: GIF_BATCH,
  },
  undoGifChange: { undoneIds: [4], leftIds: [9], undoneAtMs: AT_MS },
  addGifs: { inserted: 1, skipped: 2 },
  setGifState: GIF,
  setGifActs: { ...GIF, acts: { acts: ['kissing'] } },
  deleteGif: { eraseAfterMs: AT_MS, held: false },
  setGifHold: {},
  findBrokenGifs: {
    results: [{ id: 4, url: GIF.gifUrl, ok: false, visible: true, status: 0, contentType: '' }],
    checked: 1,
  },
  scanAndDeleteGifs: { deleted: 1, checked: 3 },
  searchProvider: provided,
  listProviderCategory: provided,
}

/** The administrators' part of the library, in memory. */
export function createFakeGifControl(): FakeGifControl {
  const call = (method: keyof Answers) => async (request: unknown, context?: CallContext) => {
    fake.calls.push({ method, request, context })
    if (fake.refusal && (fake.refusedMethod ?? method) === method) throw new KlaError(fake.refusal)
    return answers[method]
  }
  async function* exportGifs(request: unknown, context?: CallContext) {
    fake.calls.push({ method: 'exportGifs', request, context })
    yield { gifs: [GIF], total: 1 }
  }
  const methods = Object.keys(answers) as (keyof Answers)[]
  const fake: FakeGifControl = {
    client: Object.fromEntries<unknown>([
      ...methods.map((method): [string, unknown] => [method, call(method)]),
      ['exportGifs', exportGifs],
    ]) as unknown as GifControl,
    calls: [],
    refusal: undefined,
    refusedMethod: undefined,
  }
  return fake
}

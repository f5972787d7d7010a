import { buildGoProgram, findGoProgram, type GoProgram, ROOT } from '@kla/local'

/** Servers that `chat` measures beside ours, and the Go package of each. */
const PACKAGES = {
  centrifugo: 'github.com/centrifugal/centrifugo/v6',
  nakama: 'github.com/heroiclabs/nakama/v3',
} as const

export type PeerName = keyof typeof PACKAGES

const programOf = (name: PeerName): GoProgram => ({
  name,
  path: PACKAGES[name],
  source: `${ROOT}deploy/bench/peers/${name}`,
})

/** Finds a peer that was built. */
export const findPeer = (name: PeerName): Promise<string | undefined> => findGoProgram(programOf(name))

/** Builds what is missing, once for each go.sum. A peer that cannot be built is said and left out. */
export async function buildPeers(say: (line: string) => void): Promise<void> {
  for (const name of Object.keys(PACKAGES) as PeerName[]) {
    await buildGoProgram(programOf(name), { say }).catch((error: Error & { stderr?: string }) => {
      const [reason] = (error.stderr || error.message).trim().split('\n').slice(-1)
      say(`SKIPPED: ${name} could not be built, so nothing compares chat with it: ${reason}`)
    })
  }
}

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startPlatform } from '@kla/local'
import { battlesPart } from '../battles/part.js'
import { chatPart } from '../chat/part.js'
import { buildPeers } from '../chat/peers/programs.js'
import { crowdPart } from '../crowd/part.js'
import type { Measured, Part, PartOptions } from '../frame/part.js'
import { writeResults } from '../frame/results-page.js'
import { notesOf, tableOf } from '../frame/table.js'
import { joinsPart } from '../joins/part.js'
import { lobbyPart } from '../lobby/part.js'
import { describeMachine } from '../measure/machine.js'
import { signInsPart } from '../sign-ins/part.js'
import { type BenchOptions, readBenchOptions, usageOf } from './bench-options.js'

const PARTS: readonly Part[] = [chatPart, signInsPart, joinsPart, lobbyPart, battlesPart, crowdPart]

/** Exits with 1 on any fault. */
export async function main(args: readonly string[]): Promise<void> {
  const { parts, runs, write, against, quick, crowd } = readOptions(args)
  console.log(`On ${describeMachine()}`)
  const common = { quick, crowd, say: console.log }
  const here: PartOptions = { ...common, startPlatform }
  const there = against === undefined ? undefined : { ...common, startPlatform: await startPlatformOf(against) }
  if (parts.includes(chatPart.name)) await buildPeers(console.log)
  let faults = 0
  for (const part of PARTS.filter(({ name }) => parts.includes(name))) {
    console.log(`\n# ${part.name}\n`)
    const [rounds, others]: [Measured[], Measured[]] = [[], []]
    const measureHere = async (): Promise<unknown> => rounds.push(await measure(part, here))
    const measureThere = async (): Promise<unknown> => there && others.push(await measure(part, there))
    for (let run = 0; run < runs; run++) {
      console.log(`Round ${run + 1} of ${runs}`)
      // The first of a pair may find a cooler machine.
      for (const one of run % 2 === 0 ? [measureHere, measureThere] : [measureThere, measureHere]) await one()
    }
    console.log(`\n${tableOf(rounds, others)}\n`)
    for (const note of notesOf(rounds)) console.log(`- ${note}`)
    const found = [...rounds, ...others].flatMap((round) => round.faults)
    for (const fault of found) console.error(`FAULT: ${fault}`)
    faults += found.length
    if (write && rounds.every(({ figures }) => figures.length > 0)) await writeResults(part.name, rounds)
  }
  process.exit(faults === 0 ? 0 : 1)
}

const measure = (part: Part, options: PartOptions): Promise<Measured> =>
  part.measure(options).catch((error: unknown) => {
    console.error(error)
    return { figures: [], faults: ['a round did not come to its end'], amounts: {}, notes: [] }
  })

/** Loads the built platform of another checkout: the same bench measures both. */
async function startPlatformOf(checkout: string): Promise<typeof startPlatform> {
  const local = resolve(checkout, 'deploy/local/dist/index.js')
  if (!existsSync(local)) fail(`${checkout} is not a built checkout: run npm run build there.`)
  return ((await import(pathToFileURL(local).href)) as { startPlatform: typeof startPlatform }).startPlatform
}

function readOptions(args: readonly string[]): BenchOptions {
  const known = PARTS.map(({ name }) => name)
  try {
    return readBenchOptions(args, known)
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${usageOf(known)}`)
  }
}

function fail(text: string): never {
  console.error(text)
  process.exit(2)
}

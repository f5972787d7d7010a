import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

interface Instruction {
  readonly name: string
  readonly text: string
}
export interface Stage {
  readonly from: string
  readonly instructions: readonly Instruction[]
}

/** Stages by name. Comments and line ends within an instruction are gone. */
export function stagesOf(dockerfile: string): ReadonlyMap<string, Stage> {
  const text = readFileSync(join(ROOT, `deploy/docker/${dockerfile}.Dockerfile`), 'utf8')
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages = new Map<string, { from: string; instructions: Instruction[] }>()
  let current: Instruction[] = []
  for (const line of lines) {
    const [, name = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
    const [, from = '', as = ''] = name === 'FROM' ? (/^(\S+) AS (\S+)$/.exec(rest) ?? []) : []
    if (as === '') current.push({ name, text: rest })
    else stages.set(as, { from, instructions: (current = []) })
  }
  return stages
}

export type Environment = Readonly<Record<string, string>>

export interface Replay {
  readonly stages: ReadonlyMap<string, Stage>
  readonly stage: string
  /** Stands for `/`. */
  readonly root: string
  readonly args: Environment
  /** Roots of stages that are not replayed. */
  readonly given: Readonly<Record<string, string>>
  /** Variables of the base image. */
  readonly base?: Environment
}

/**
 * Does what `docker build` does for a stage and those below it, with `root` in place of `/`: copies files that .dockerignore lets
 * through, and runs the commands. Stages from another image than ours begin with nothing. Resolves to the variables of the
 * last command. Rejects when a command fails.
 */
export async function replay({ stages, stage, root, args, given, base = {} }: Replay): Promise<Environment> {
  mkdirSync(root, { recursive: true })
  const state = { directory: root, env: { ...base } as Record<string, string> }
  for (const instruction of lineage(stages, stage)) {
    const { name, text } = instruction
    switch (name) {
      case 'WORKDIR':
        mkdirSync((state.directory = join(root, text)), { recursive: true })
        break
      case 'ARG': {
        const [, argument = '', standard] = /^(\w+)(?:=(.*))?$/.exec(text) ?? []
        const value = args[argument] ?? standard
        if (value !== undefined) state.env[argument] = value
        break
      }
      case 'ENV':
        for (const [, variable = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g))
          state.env[variable] = within(root, value)
        break
      case 'COPY':
        copy(text, { root, directory: state.directory, env: state.env, given })
        break
      case 'RUN':
        await run('sh', ['-ec', within(root, text)], {
          cwd: state.directory,
          env: { ...process.env, npm_config_prefer_offline: 'true', ...state.env },
          maxBuffer: 16 * 1024 * 1024,
        })
        break
      default:
        throw new Error(`${stage}: nobody replays ${name}`)
    }
  }
  return state.env
}

function lineage(stages: ReadonlyMap<string, Stage>, name: string): readonly Instruction[] {
  const stage = stages.get(name)
  return stage === undefined ? [] : [...lineage(stages, stage.from), ...stage.instructions]
}

/** Absolute paths of a command or a value, below `root`. */
const within = (root: string, text: string): string => text.replace(/(?<=^|[\s"'=])\/(?!dev\/null)/g, `${root}/`)

interface Place {
  readonly root: string
  readonly directory: string
  readonly env: Environment
  readonly given: Readonly<Record<string, string>>
}

function copy(text: string, { root, directory, env, given }: Place): void {
  const words = text.replace(/\$\{(\w+)\}/g, (_, name: string) => env[name] ?? '').split(/\s+/)
  const stage = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined
  const source = stage === undefined ? ROOT : given[stage]
  if (source === undefined) throw new Error(`COPY ${text}: no folder is given for ${stage}`)
  const target = words.pop() ?? ''
  const place = target.startsWith('/') ? join(root, target) : join(directory, target)
  for (const word of words) {
    const path = join(source, word)
    const allowed = (from: string): boolean => stage !== undefined || isSent(from.slice(ROOT.length))
    if (!allowed(path)) throw new Error(`COPY ${text}: .dockerignore keeps ${word} out`)
    // A file goes into a folder; the content of a folder becomes the folder's.
    const intoFolder = /(^|\/)\.?\/?$/.test(target) && statSync(path).isFile()
    const to = intoFolder ? join(place, basename(word)) : place
    mkdirSync(dirname(to), { recursive: true })
    cpSync(path, to, { recursive: true, filter: allowed })
  }
}

interface Pattern {
  readonly sends: boolean
  readonly matches: RegExp
}

const patterns: readonly Pattern[] = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const glob = line
      .replace(/^!/, '')
      .replace(/[.+]/g, '\\$&')
      .replace(/\*\*\//g, '(.*/)?')
      .replace(/(?<!\.)\*/g, '[^/]*')
    return { sends: line.startsWith('!'), matches: new RegExp(`^${glob}(/|$)`) }
  })

/** Whether .dockerignore lets `path` through: the last pattern decides. */
export const isSent = (path: string): boolean => patterns.findLast(({ matches }) => matches.test(path))?.sends ?? true

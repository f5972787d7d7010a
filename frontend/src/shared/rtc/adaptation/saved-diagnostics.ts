import type { LinkDiagnostics } from '@kla/proto/web'
import { browserMemory, type Memory } from '../../browser/memory.js'

const KEY = 'kla-link'

const tabMemory = () => browserMemory('sessionStorage')

export const saveDiagnostics = (diagnostics: LinkDiagnostics, memory: Memory = tabMemory()): void =>
  memory.setItem(KEY, JSON.stringify(diagnostics))

export function savedDiagnostics(memory: Memory = tabMemory()): LinkDiagnostics | null {
  try {
    const kept = JSON.parse(memory.getItem(KEY) ?? 'null') as Partial<LinkDiagnostics> | null
    return kept?.seconds && Array.isArray(kept.steps) ? (kept as LinkDiagnostics) : null
  } catch {
    return null
  }
}

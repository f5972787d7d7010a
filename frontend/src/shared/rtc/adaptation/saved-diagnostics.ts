import type { LinkDiagnostics } from '@kla/proto/web'
import { browserMemory, type Memory } from '../../browser/memory.js'
import { DIAGNOSTICS_KEY } from '../../browser/personal.js'

const tabMemory = () => browserMemory('sessionStorage')

export const saveDiagnostics = (diagnostics: LinkDiagnostics, memory: Memory = tabMemory()): void =>
  memory.setItem(DIAGNOSTICS_KEY, JSON.stringify(diagnostics))

export function savedDiagnostics(memory: Memory = tabMemory()): LinkDiagnostics | null {
  try {
    const kept = JSON.parse(memory.getItem(DIAGNOSTICS_KEY) ?? 'null') as Partial<LinkDiagnostics> | null
    return kept?.seconds && Array.isArray(kept.steps) ? (kept as LinkDiagnostics) : null
  } catch {
    return null
  }
}

import { useClientConfig } from '../../shared/api/client-config.js'
import { SEALED_NOTE } from '../../texts/sealed-note.js'

export function SealedNote({ who, className }: { who: string; className?: string | undefined }) {
  return useClientConfig()?.evidenceKey ? <p className={className}>{SEALED_NOTE.ifReported({ who })}</p> : null
}

import { useClientConfig } from '../../shared/api/client-config.js'

const sealedWords = (who: string): string =>
  `If ${who} reports this, the last 20 seconds of your picture can reach our moderators, sealed.`

export function SealedNote({ who, className }: { who: string; className?: string | undefined }) {
  return useClientConfig()?.evidenceKey ? <p className={className}>{sealedWords(who)}</p> : null
}

import { useClientConfig } from '../../shared/api/client-config.js'

const sealedWords = (who: string): string =>
  `If ${who} reports this, the last 20 seconds of your picture can reach our moderators, sealed.`

/** Note for a player who is about to be seen; nothing where no stills are taken. */
export function SealedNote({ who, className }: { who: string; className?: string | undefined }) {
  return useClientConfig()?.evidenceKey ? <p className={className}>{sealedWords(who)}</p> : null
}

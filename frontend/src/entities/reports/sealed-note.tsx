import { useClientConfig } from '../../shared/api/client-config.js'

const sealedWords = (who: string): string =>
  `If ${who} reports you, an encrypted copy of your last 20 seconds of video may be sent to our moderators.`

export function SealedNote({ who, className }: { who: string; className?: string | undefined }) {
  return useClientConfig()?.evidenceKey ? <p className={className}>{sealedWords(who)}</p> : null
}

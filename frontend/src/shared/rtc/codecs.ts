/** Codecs that carry the same picture in fewer bits than VP8. */
export const SPARING = ['AV1', 'VP9'] as const
export type Codec = Pick<RTCRtpCodec, 'mimeType'>

export const nameOf = ({ mimeType }: Codec): string => mimeType.replace(/^video\//i, '').toUpperCase()
/** Every browser has one of these (RFC 7742). */
export const isCommon = (codec: Codec): boolean => ['VP8', 'H264'].includes(nameOf(codec))

/** True for codecs that carry the same picture in fewer bits. */
export const isSparing = (codec: Codec | undefined): boolean =>
  codec !== undefined && SPARING.some((name) => name === nameOf(codec))

/** Finds the codec that any encoder manages. */
export const lightest = <Any extends Codec>(codecs: readonly Any[]): Any | undefined => codecs.find(isCommon)

/** Codecs of this browser, for every connection that sends a picture. */
export interface Codecs {
  order(): readonly RTCRtpCodec[]
  /** Leaves out what proved too heavy for this device, from the next connection on. */
  lighten(): void
}

/** Loads while the opponent is awaited; connections go on without it. */
export function createLateCodecs(load: () => Promise<() => Codecs>): Codecs {
  let codecs: Codecs | null = null
  void load().then(
    (create) => (codecs = create()),
    () => undefined,
  )
  return {
    order: () => codecs?.order() ?? [],
    lighten: () => codecs?.lighten(),
  }
}

/** Applies before the first offer or answer. A browser that refuses keeps its own order. */
export function preferCodecs(pc: RTCPeerConnection, sender: RTCRtpSender, codecs: Codecs): void {
  try {
    const order = codecs.order()
    if (order.length === 0) return
    const transceiver = pc.getTransceivers().find((one) => one.sender === sender)
    transceiver?.setCodecPreferences([...order])
  } catch {}
}

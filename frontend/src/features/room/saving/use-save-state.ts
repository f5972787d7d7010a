import { savedGifsApi } from '../../../entities/gif/saved-gifs.js'
import type { SaveState } from '../state/room-state.js'
import { useRoom } from '../state/use-room.js'

/** How far saving this GIF has come; also those of earlier days are known as saved, once the library is. */
export function useSaveState(gifUrl: string): SaveState | undefined {
  const here = useRoom(({ saves }) => saves[gifUrl])
  const { inLibrary } = savedGifsApi.endpoints.savedGifs.useQueryState(undefined, {
    selectFromResult: ({ data }) => ({ inLibrary: data?.some(({ gif_url }) => gif_url === gifUrl) ?? false }),
  })
  return here ?? (inLibrary ? 'saved' : undefined)
}

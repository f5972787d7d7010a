import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { mediaLink } from '../../entities/gif/media-url.js'

/** Copies the address of a clip on this site. */
export async function copyLink(gifUrl: string): Promise<void> {
  const link = mediaLink(gifUrl)
  try {
    await navigator.clipboard.writeText(link)
    toastSuccess('Video Link Copied')
  } catch {
    toastError(`Your browser did not allow copying. The link is ${link}`)
  }
}

import type { Call } from '@kla/chassis'

/** Lets in only whoever may manage GIFs. */
export const forGifControl =
  <Request, Response>(work: (request: Request, call: Call) => Promise<Response>) =>
  async (request: Request, call: Call): Promise<Response> => {
    await call.administrator('gifs.manage')
    return work(request, call)
  }

/** Which news of the room's battle this page has heard last, on whichever connection. */
export interface NewestNews {
  hears(roomId: string | null, news: number | undefined): void
  /** Whether a state that contains the news up to this one would take nothing back. */
  isKnownBy(roomId: string, news: number | undefined): boolean
}

export function createNewestNews(): NewestNews {
  let newest = { roomId: '', news: 0 }
  return {
    hears(roomId, news) {
      if (roomId === null || news === undefined) return
      newest = { roomId, news: newest.roomId === roomId ? Math.max(newest.news, news) : news }
    },
    isKnownBy: (roomId, news) => news === undefined || newest.roomId !== roomId || news >= newest.news,
  }
}

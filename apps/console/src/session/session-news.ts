export type News = 'signed-in' | 'signed-out'

/** What the tabs of a browser tell one another: that somebody signed in, or out. They share one cookie. */
export interface SessionNews {
  tell(news: News): void
}

export function createSessionNews(onNews: (news: News) => void): SessionNews {
  const channel = new BroadcastChannel('wardline-session')
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => onNews(data))
  return { tell: news => channel.postMessage(news) }
}

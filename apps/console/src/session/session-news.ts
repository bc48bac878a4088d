export type News = 'signed-in' | 'signed-out'

/** Tells the other tabs of the browser that somebody signed in or out. All tabs share one cookie. */
export interface SessionNews {
  tell(news: News): void
}

export function createSessionNews(onNews: (news: News) => void): SessionNews {
  const channel = new BroadcastChannel('wardline-session')
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => onNews(data))
  return { tell: news => channel.postMessage(news) }
}

/** What reading one file cost. */
export interface FileTimes {
  readonly pages: number;
  /** CPU time, user and system, of all processes that took part. */
  readonly seconds: number;
}

/** Something that reads the text of PDFs, one after the other, in processes that stay. */
export interface PdfEngine {
  readonly name: string;
  start(): Promise<RunningPdfEngine>;
}

export interface RunningPdfEngine {
  /** CPU time until it can read, in seconds: paid once a process, and no part of what a file takes. */
  readonly loadSeconds: number;
  read(file: string): Promise<FileTimes>;
  close(): Promise<void>;
}

/** How large a picture is drawn. */
export type ImageSize =
  /** As large as it is, at most so many pixels on each side. */
  | { readonly sideMax: number }
  /** A square of exactly this side, cut from the middle. */
  | { readonly square: number }
  /** At most so many pixels wide and high. What is clear stays so: a PNG, not a JPEG on white. */
  | { readonly clear: { readonly width: number; readonly height: number } };

/** For photos of documents and for screenshots: small print stays readable. */
export const DOCUMENT_SIZE: ImageSize = { sideMax: 2_000 };
export const AVATAR_SIZE: ImageSize = { square: 256 };

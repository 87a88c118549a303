// In words that the oldest browsers read too. What is asked for came with the versions that README.md names:
// the mixing of colours with Chrome and Edge 111, the other with Safari 16.4 and Firefox 128.
if (
  !(
    window.CSS &&
    CSS.supports &&
    CSS.supports("color", "color-mix(in oklch, red, blue)") &&
    "CSSPropertyRule" in window
  )
) {
  document.getElementById("too-old").removeAttribute("hidden");
}

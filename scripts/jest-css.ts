/** Stands for a style sheet under Jest, whose document does not draw. */
export default {};

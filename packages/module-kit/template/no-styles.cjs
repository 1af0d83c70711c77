// Stands for style sheets under Jest, whose document does not draw.
module.exports = {};
